import type { Writing } from '../writing.ts';

export const writing: Writing = {
  abbreviations: 'dhr mevr mw drs ir ing bijv bv enz ca incl excl evt resp jl mln mld zgn',
  abbreviationsBeforeNumbers: 'blz hfst jan feb mrt apr jun jul aug sep sept okt nov dec',
  hasOrdinalDot: false,
  numbers: 'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf',
};
