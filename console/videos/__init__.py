"""The pages of whole videos: their list, and the map of one."""
