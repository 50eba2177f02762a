"""The addresses of operation."""

from django.urls import path

from console.operation.views import addresses, operation, operation_retry

urlpatterns = [
    path("operation/", operation, name="operation"),
    path("operation/addresses/", addresses, name="addresses"),
    path("operation/steps/<int:mark_id>/try-again/", operation_retry, name="operation-retry"),
]
