const DOCS = 'https://github.com/antiphon/antiphon/blob/main/docs/';

/** Returns the address of a page of the documentation, or null if the place is not written as one. */
export function docsAddress(place: string | undefined): string | null {
  if (place === undefined || place.includes('..')) return null;
  return /^[\w/-]+\.md(?:#[\w-]+)?$/u.test(place) ? `${DOCS}${place}` : null;
}
