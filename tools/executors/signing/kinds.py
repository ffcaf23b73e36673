"""The kinds of credentials that people make, by id. Pure."""

from collections.abc import Mapping
from typing import Any

from tools.executors.signing.aws_v4 import AwsV4
from tools.executors.signing.client_certificate import CertificateKind
from tools.executors.signing.digest import Digest
from tools.executors.signing.hmac_recipe import HmacRecipe
from tools.executors.signing.kind import CredentialKind
from tools.executors.signing.several_headers import SeveralHeaders
from tools.executors.signing.signed_token import SignedToken

KINDS: Mapping[str, CredentialKind[Any]] = {
    kind.id: kind for kind in (SeveralHeaders(), Digest(), AwsV4(), HmacRecipe(), SignedToken(), CertificateKind())
}
"""Those that sign requests whole."""
