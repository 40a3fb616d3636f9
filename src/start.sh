#!/bin/sh
# Starts the service. npm start, make run, the image and the tests all use this script.
#
# The settings make a process return memory after it has read large files. The C library uses two heaps instead of one
# for each thread, and returns free memory at the end of a heap and blocks of more than 128 kB. V8 collects its young
# generation at 8 MB, which also frees the buffers of finished downloads, and its old generation when that has grown by
# 40 % instead of up to 300 %. While it reads a hundred hostile files, the process grows to 440 MB; with V8's defaults it
# would be 515 MB, at the same CPU (test/chaos/reading.test.ts).
#
# A process with the role api reads no files, and its objects live only as long as a request. A young generation of
# 32 MB saves a quarter of the CPU of a read (make bench); a larger one saves no more.
export MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=1048576
case " $* " in
*" --role api "* | *" --role=api "*) memory=--max-semi-space-size=32 ;;
*) memory='--max-semi-space-size=8 --heap-growing-percent=40' ;;
esac
exec node $memory "$(dirname "$0")/main.ts" "$@"
