import { createRequire } from 'node:module';

/** Which model, and what its bytes must add up to. */
export interface ModelFile {
  readonly path: string;
  /** In hex; absent for a model of the user's own, which is trusted. */
  readonly sha256?: string | undefined;
}

/** A bit that flipped inside the weights loads without complaint: the file we ship is known by its sum. */
const SHIPPED_SHA256 = '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3';

/** The model at `path`, or Silero v6 as it ships with this package. */
export function resolveModelFile(path: string | undefined): ModelFile {
  if (path !== undefined) return { path };
  return { path: createRequire(import.meta.url).resolve('#silero-model'), sha256: SHIPPED_SHA256 };
}
