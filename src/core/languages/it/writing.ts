import type { Writing } from '../writing.ts';

export const writing: Writing = {
  abbreviations:
    'sig sigg sigra dott dottssa ing avv geom rag arch on ecc es ca cfr spett gent egr mons pres min max all rev',
  abbreviationsBeforeNumbers: 'num pag pagg gen feb mar apr mag giu lug ago set sett ott nov dic',
  hasOrdinalDot: false,
  numbers: 'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici',
};
