"""The addresses of pay."""

from django.urls import path

from console.pay.views.actions import pay_adjust, pay_close, pay_late, pay_rate
from console.pay.views.pay import pay, pay_csv

in_campaign = [
    path("pay/", pay, name="pay"),
    path("pay.csv", pay_csv, name="pay-csv"),
    path("pay/rate/", pay_rate, name="pay-rate"),
    path("pay/close/", pay_close, name="pay-close"),
    path("pay/adjust/", pay_adjust, name="pay-adjust"),
    path("pay/late/", pay_late, name="pay-late"),
]
