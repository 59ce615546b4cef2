const STORY = [
  'Once there was a lighthouse keeper who counted the ships every night.',
  'One night there was one ship more than he could count.',
  'So he counted again, and again, until the morning came, and the ship was his own.',
];

/** Streams the answer to a sentence, as a language model would: in pieces. */
export async function* answer(asked: string): AsyncGenerator<string> {
  if (asked.includes('story')) for (const sentence of STORY) yield `${sentence} `;
  else if (asked.includes('stop')) yield 'All right.';
  else if (asked.includes('goodbye')) yield 'Goodbye.';
  else yield 'Ask me for a story, or say goodbye.';
}
