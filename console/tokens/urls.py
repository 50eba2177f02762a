"""The addresses of tokens."""

from django.urls import path

from console.tokens.views import campaign_token_revoke, campaign_tokens, token_make, token_revoke, tokens

urlpatterns = [
    path("tokens/", tokens, name="tokens"),
    path("tokens/make/", token_make, name="token-make"),
    path("tokens/<int:token_id>/revoke/", token_revoke, name="token-revoke"),
]

in_campaign = [
    path("tokens/", campaign_tokens, name="campaign-tokens"),
    path("tokens/<int:token_id>/revoke/", campaign_token_revoke, name="campaign-token-revoke"),
]
