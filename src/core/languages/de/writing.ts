import type { Writing } from '../writing.ts';

export const writing: Writing = {
  abbreviations:
    'hr hrn fr frl bzw usw usf ca evtl ggf inkl exkl zzgl zzt vgl str abs geb gest sog mio mrd jh std min max mind ' +
    'bspw dipl ing mag rer nat med phil jur tgl allg eigtl einschl entspr gem lt ungef urspr wiss',
  abbreviationsBeforeNumbers: 'abb bd kap s ziff so mo di mi do sa jan feb mär apr jun jul aug sep sept okt nov dez',
  hasOrdinalDot: true,
  numbers: 'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
};
