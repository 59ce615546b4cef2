/** Example sentences of the grammar, in the order of a visit. */
export const phrases: readonly string[] = [
  'hello',
  'what time is it',
  'i would like to book a table for four people at eight',
  'tell me about the restaurant',
  'stop',
  'thank you',
  'goodbye',
];
