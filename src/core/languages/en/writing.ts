import type { Writing } from '../writing.ts';

export const writing: Writing = {
  abbreviations:
    'mx messrs rev hon sr gen col sgt capt lt cmdr maj gov sen rep pres supt approx apt dept est co corp bros al cf ' +
    'ca viz ave blvd rd mt ft ext incl esq',
  abbreviationsBeforeNumbers:
    'nos figs sec ch chap jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun',
  hasOrdinalDot: false,
  numbers: 'zero one two three four five six seven eight nine ten eleven twelve',
};
