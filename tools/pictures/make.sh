#!/usr/bin/env bash
# One entry for all pictures; the web fonts have their own (fonts/subset.mjs).
#   ./make.sh setup               packages, fonts, textures, denoiser (once, and after a change of brand.json)
#   ./make.sh preview SCENE ...   photographs, small and quick: out/preview-SCENE.png
#   ./make.sh photos [SCENE ...]  photographs at final quality, all or the named ones
#   ./make.sh drawings            botanical plates, result illustrations, blog covers, what is inside
#   ./make.sh web                 what is new in out/ as WebP into src/assets
#   ./make.sh brand               icons and sharing cards into public (after web)
set -euo pipefail
cd "$(dirname "$0")"

declare -A WIDTH=([hero]=1920 [hero-mobile]=900 [about]=1600)
declare -A FOLDER=([hero]=. [hero-mobile]=. [about]=about)
SCENES=(single pair gift hero hero-mobile single-detail pair-second gift-open single-flat about)

shoot() { # scene samples width file
  mkdir -p "$(dirname "$4")"
  rm -f "$4"
  nice blender -b --python photos/scenes.py -- "$1" "$2" "$3" "$4" | grep -E 'RENDERED|Traceback|Error: [^N]' || true
  [ -s "$4" ] || { echo "no picture: $4" >&2; exit 1; }
}

case "${1:-}" in
  setup)
    npm install --no-package-lock --no-audit --no-fund
    /usr/bin/python3 fonts-for-drawing.py # Debian's own: it has fonttools
    node label.mjs
    node box.mjs
    gcc -O3 -march=native -ffast-math -fopenmp -shared -fPIC photos/denoise.c -o build/denoise.so -lm
    ;;
  preview)
    shift
    for s in "$@"; do shoot "$s" 16 $((${WIDTH[$s]:-1200} / 3)) "out/preview-$s.png"; done
    ;;
  photos)
    shift
    for s in "${@:-${SCENES[@]}}"; do
      shoot "$s" 64 "${WIDTH[$s]:-1200}" "out/${FOLDER[$s]:-products}/$s.png"
    done
    ;;
  drawings)
    node plates.mjs
    node results.mjs
    node covers.mjs
    node inside.mjs
    ;;
  web) node encode.mjs ;;
  brand)
    node logo.mjs
    node icons.mjs
    node social.mjs
    ;;
  *)
    sed -n '2,8p' "$0"
    exit 1
    ;;
esac
