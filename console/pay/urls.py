"""The addresses of pay."""

from django.urls import path

from console.pay.views.actions import pay_adjust, pay_close, pay_late, pay_rate
from console.pay.views.pay import pay, pay_csv

urlpatterns = [
    path("c/<slug:slug>/pay/", pay, name="pay"),
    path("c/<slug:slug>/pay.csv", pay_csv, name="pay-csv"),
    path("c/<slug:slug>/pay/rate/", pay_rate, name="pay-rate"),
    path("c/<slug:slug>/pay/close/", pay_close, name="pay-close"),
    path("c/<slug:slug>/pay/adjust/", pay_adjust, name="pay-adjust"),
    path("c/<slug:slug>/pay/late/", pay_late, name="pay-late"),
]
