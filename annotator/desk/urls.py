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
]

in_campaign = [
    path("start/", start, name="start"),
    path("start/exam/", exam_begin, name="exam-begin"),
    path("messages/<int:message_id>/read/", message_read, name="message-read"),
    path("score/", desk, name="desk"),
    path("mark/", mark, name="mark"),
    path("twins/", twins, name="twins"),
    path("write/", write, name="write"),
]
