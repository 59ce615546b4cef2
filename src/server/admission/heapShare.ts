import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';

const MIB = 2 ** 20;
/** The part of V8's limit that is for young objects: three half-spaces of 16 MiB. */
const YOUNG_BYTES = 48 * MIB;
/** Spaces without a part in the limit of the old generation. */
const OTHER_SPACE = /^(?:new|read_only|shared)_/u;
const FLAG = /--max[-_]old[-_]space[-_]size[= ](?<mib>\d+)/gu;

/**
 * Returns the share of the old generation of this process's heap that is in use, from 0 to 1. V8 aborts when it is full, whatever
 * room there is for young objects, which its limit includes.
 */
export function heapShare(): number {
  const used = getHeapSpaceStatistics()
    .filter(({ space_name }) => !OTHER_SPACE.test(space_name))
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0);
  const flags = `${process.env['NODE_OPTIONS'] ?? ''} ${process.execArgv.join(' ')}`;
  return used / oldGenerationBytes(flags, getHeapStatistics().heap_size_limit);
}

/** Returns the limit of the old generation: that of the last flag, or what the limit of the heap leaves to it. */
export function oldGenerationBytes(flags: string, heapLimit: number): number {
  const mib = [...flags.matchAll(FLAG)].at(-1)?.groups?.['mib'];
  return mib === undefined ? heapLimit - YOUNG_BYTES : Number(mib) * MIB;
}
