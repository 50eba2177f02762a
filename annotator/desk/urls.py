"""The addresses of the desk, and of what comes before it."""

from django.urls import path

from annotator.desk.views.desk import desk
from annotator.desk.views.home import home
from annotator.desk.views.marking import mark
from annotator.desk.views.start import exam_begin, message_read, start
from annotator.desk.views.twins import twins
from annotator.desk.views.writing import write

urlpatterns = [
    path("", home, name="home"),
    path("c/<slug:slug>/start/", start, name="start"),
    path("c/<slug:slug>/start/exam/", exam_begin, name="exam-begin"),
    path("c/<slug:slug>/messages/<int:message_id>/read/", message_read, name="message-read"),
    path("c/<slug:slug>/score/", desk, name="desk"),
    path("c/<slug:slug>/mark/", mark, name="mark"),
    path("c/<slug:slug>/twins/", twins, name="twins"),
    path("c/<slug:slug>/write/", write, name="write"),
]
