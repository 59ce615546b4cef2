import type { Writing } from '../writing.ts';

export const writing: Writing = {
  abbreviations: 'sr sra srta dra profa av ex exmo exma ilmo aprox cia eng depto gov ltda máx mín',
  abbreviationsBeforeNumbers: 'núm nº pág págs jan fev mar abr mai jun jul ago set out nov dez',
  hasOrdinalDot: false,
  numbers: 'zero um dois três quatro cinco seis sete oito nove dez onze doze',
};
