/** A packed package. */
export interface PackedPackage {
  readonly manifest: {
    readonly name: string;
    readonly version: string;
    readonly exports?: Readonly<Record<string, unknown>>;
  };
  readonly tarball: string;
  /** Paths inside the package. */
  readonly files: readonly string[];
  /** Size of the tarball. */
  readonly bytes: number;
  readonly unpackedBytes: number;
}

export function pack(folder?: string, out?: string): PackedPackage;
