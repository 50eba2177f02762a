"""How measures differ on the same systems: the studies of the AxIoU paper (docs/measure-studies.md)."""
