"""The addresses of pictures and clips for texts."""

from django.urls import path

from console.pictures.views import picture_add, picture_clip, picture_remove, pictures

urlpatterns = [
    path("c/<slug:slug>/pictures/", pictures, name="pictures"),
    path("c/<slug:slug>/pictures/add/", picture_add, name="picture-add"),
    path("c/<slug:slug>/pictures/clip/", picture_clip, name="picture-clip"),
    path("c/<slug:slug>/pictures/<int:number>/remove/", picture_remove, name="picture-remove"),
]
