const MEGABYTE = 1_000_000;

/** Formats a size in megabytes: `128 MB`. */
export function formatSize(bytes: number): string {
  return `${Math.round(bytes / MEGABYTE)} MB`;
}

const MOST_LANGUAGES = 3;

/** Formats languages: `zh, en` or `25 languages`. */
export function formatLanguages(languages: readonly string[]): string {
  return languages.length > MOST_LANGUAGES ? `${languages.length} languages` : languages.join(', ');
}

/** Code under another licence that a package contains, by the name of the package. */
const CONTAINED: Readonly<Record<string, string>> = {
  'sherpa-onnx-node': 'contains eSpeak NG (GPL-3.0-or-later)',
};

/**
 * Formats a package with the other code that it contains: `sherpa-onnx-node (contains eSpeak NG (GPL-3.0-or-later))`.
 */
export function formatPackage(name: string): string {
  return name in CONTAINED ? `${name}, which ${CONTAINED[name]}` : name;
}
