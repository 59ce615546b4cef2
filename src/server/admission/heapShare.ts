import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';

const MIB = 2 ** 20;
/** The part of V8's limit for young objects: three semi-spaces of 16 MiB. */
const YOUNG_BYTES = 48 * MIB;
/** Spaces that do not count towards the limit of the old generation. */
const OTHER_SPACE = /^(?:new|read_only|shared)_/u;
const FLAG = /--max[-_]old[-_]space[-_]size[= ](?<mib>\d+)/gu;

/**
 * Returns the share of the process's old generation that is in use, from 0 to 1. V8 aborts when the old generation is
 * full, regardless of the space for young objects, which V8's limit includes.
 */
export function heapShare(): number {
  const used = getHeapSpaceStatistics()
    .filter(({ space_name }) => !OTHER_SPACE.test(space_name))
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0);
  const flags = `${process.env['NODE_OPTIONS'] ?? ''} ${process.execArgv.join(' ')}`;
  return used / oldGenerationBytes(flags, getHeapStatistics().heap_size_limit);
}

/** Returns the limit of the old generation: the value of the last flag, or what the heap limit leaves for it. */
export function oldGenerationBytes(flags: string, heapLimit: number): number {
  const mib = [...flags.matchAll(FLAG)].at(-1)?.groups?.['mib'];
  return mib === undefined ? heapLimit - YOUNG_BYTES : Number(mib) * MIB;
}
