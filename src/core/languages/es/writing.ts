import type { Writing } from '../writing.ts';

export const writing: Writing = {
  abbreviations:
    'sr sra srta sres sras dra dña ud uds vd vds av avda ej aprox admón cía profa ing lic gral depto dpto ee uu rr ' +
    'hh ff aa ss tfno excmo ilmo máx mín',
  abbreviationsBeforeNumbers: 'núm nº pág págs cap ene feb mar abr may jun jul ago sep sept oct nov dic',
  hasOrdinalDot: false,
  numbers: 'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce',
};
