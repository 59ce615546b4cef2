/** The first line of the answers of carriers whose instructions are XML. */
export const XML = '<?xml version="1.0" encoding="UTF-8"?>';
export const XML_TYPE = 'text/xml; charset=utf-8';

/** Writes text into XML, also in an attribute. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
