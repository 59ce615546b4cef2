import type { Writing } from '../writing.ts';

export const writing: Writing = {
  abbreviations: '',
  abbreviationsBeforeNumbers: '',
  hasOrdinalDot: false,
  numbers: '零 一 二 三 四 五 六 七 八 九 十 十一 十二',
};
