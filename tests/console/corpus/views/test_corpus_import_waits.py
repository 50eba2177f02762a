"""The preview of a large file warns that its import takes a while; that of a small one does not."""

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile

from moments.models.staging import QUICK_BYTES, StagedFile
from tests.console.scenes import sign_in_admin
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db
PAGE = "/c/films/corpus/imports/"
SAID = "takes a while to import"


def test_a_large_file_warns_that_it_takes_a_while(client, tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    make_campaign()
    sign_in_admin(client)
    file = SimpleUploadedFile("m.csv", b"vid_name,duration,start_s,end_s,desc,type,desc_id\nfilm,60,1,2,A dog.,v,1\n")
    shown = client.post(f"{PAGE}stage/", {"kind": "moments", "file": file}, follow=True)
    assert SAID not in shown.content.decode()
    StagedFile.objects.update(size=QUICK_BYTES + 1)
    assert SAID in client.get(f"{PAGE}{StagedFile.objects.get().pk}/").content.decode()
