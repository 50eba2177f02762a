"""The addresses of pictures and clips for texts."""

from django.urls import path

from console.pictures.views import picture_add, picture_clip, picture_remove, pictures

in_campaign = [
    path("pictures/", pictures, name="pictures"),
    path("pictures/add/", picture_add, name="picture-add"),
    path("pictures/clip/", picture_clip, name="picture-clip"),
    path("pictures/<int:number>/remove/", picture_remove, name="picture-remove"),
]
