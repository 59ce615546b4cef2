import type { Writing } from '../writing.ts';

export const writing: Writing = {
  abbreviations: 'mm mme mmes mlle mlles me pr ste bd av cf ex env tél apr éd dép hab min max boul mgr',
  abbreviationsBeforeNumbers: 'chap pag janv févr avr juil sept oct nov déc',
  hasOrdinalDot: false,
  numbers: 'zéro un deux trois quatre cinq six sept huit neuf dix onze douze',
};
