#!/bin/sh
# Replaces the replicas of compose.yaml by those of another version, one after the other: deploy/roll.sh VERSION
# The image autograd-studio:VERSION has to be there. To roll back, name the version before.
set -eu
cd "$(dirname "$0")"
before=$(sed -n 's/^STUDIO_VERSION=//p' .env 2>/dev/null || true)
export STUDIO_VERSION="$1"

for replica in $(docker compose config --services | grep '^studio-' | sort); do
    # The old one drains; --wait returns once the new one is healthy.
    if ! docker compose up --detach --no-deps --no-build --wait "$replica"; then
        echo "$replica is not healthy in version $1, and the replicas after it were left alone." >&2
        echo "To roll back: deploy/roll.sh ${before:-latest}" >&2
        exit 1
    fi
    docker compose exec -T nginx nginx -s reload # the new one may have another address
done
echo "STUDIO_VERSION=$1" >.env # for the next `docker compose up`
