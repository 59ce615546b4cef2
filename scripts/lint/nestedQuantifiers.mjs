/**
 * Whether a regular expression repeats a group without end that begins with what it repeats itself, or with what may be missing before it: the same text
 * then matches in many ways.
 *
 * @param {string} source without its slashes and flags
 * @returns {boolean}
 */
export function hasNestedQuantifiers(source) {
  let isNested = false;
  let at = 0;
  const read = (pattern) => {
    const found = pattern.exec(source.slice(at))?.[0] ?? '';
    at += found.length;
    return found;
  };
  const readAtom = (atom) => {
    const inner = atom.startsWith('(') ? readGroup() : NO_GROUP;
    const quantifier = read(QUANTIFIER);
    const isRepeated = UNBOUNDED.test(quantifier);
    isNested ||= inner.repeats && isRepeated;
    const mayBeEmpty = inner.mayBeEmpty || WIDTHLESS.test(atom) || OPTIONAL.test(quantifier);
    return { repeats: inner.repeats || isRepeated, mayBeEmpty };
  };
  /** Reads up to the end of a group. Returns whether one of its alternatives begins with something repeated, and whether one may be empty. */
  const readGroup = () => {
    let [repeats, mayBeEmpty, isStart] = [false, false, true];
    for (let atom = read(ATOM); atom !== '' && atom !== ')'; atom = read(ATOM)) {
      if (atom === '|') {
        mayBeEmpty ||= isStart;
        isStart = true;
      } else {
        const part = readAtom(atom);
        repeats ||= isStart && part.repeats;
        isStart &&= part.mayBeEmpty;
      }
    }
    return { repeats, mayBeEmpty: mayBeEmpty || isStart };
  };
  readGroup();
  return isNested;
}

const NO_GROUP = { repeats: false, mayBeEmpty: false };
const QUANTIFIER = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/u;
/** More than 9 times is like without end. */
const UNBOUNDED = /^(?:[*+]|\{\d+,(?:\d\d+)?\})/u;
const OPTIONAL = /^(?:[*?]|\{0)/u;
const WIDTHLESS = /^(?:[$^]|\\[bB]|\(\?<?[=!])/u;

/** The beginning of a group, a class, an escape or one character. */
const ATOM =
  /^(?:\((?:\?(?:[:=!]|<[=!]|<\w+>))?|\[(?:\\.|[^\]\\])*\]|\\(?:[pPk](?:\{[^}]*\}|<[^>]*>)|u\{[^}]*\}|.)|[^])/u;
