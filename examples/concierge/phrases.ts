/** What to say to the concierge: sentences of its grammar, as a guest would meet them. */
export const phrases: readonly string[] = [
  'hello',
  'what time is it',
  'i would like to book a table for four people at eight',
  'tell me about the restaurant',
  'stop',
  'thank you',
  'goodbye',
];
