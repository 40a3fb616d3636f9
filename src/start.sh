#!/bin/sh
# Starts the service: npm start, make run, the image and the tests all come here.
#
# What large files leave behind goes back to the system: the C library keeps two heaps instead of one for each thread,
# and gives back what is freed at their ends and all that is larger than 128 kB; V8 sweeps its nursery at 8 MB, and with
# it the buffers of finished downloads, and sweeps the rest when it has grown by 40 % instead of up to 300 %. Of a hundred
# hostile files, the process grows to 440 MB instead of 515 with V8's own growth, at the same CPU
# (test/chaos/reading.test.ts). An API alone reads no files, and what it makes lives for a request: with a nursery of
# 32 MB, which more would not better, a read takes a quarter less CPU (make bench).
export MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=1048576
case " $* " in
*" --role api "* | *" --role=api "*) memory=--max-semi-space-size=32 ;;
*) memory='--max-semi-space-size=8 --heap-growing-percent=40' ;;
esac
exec node $memory "$(dirname "$0")/main.ts" "$@"
