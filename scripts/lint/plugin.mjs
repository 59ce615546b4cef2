import { createPatternCollector } from './collectPatterns.mjs';
import { hasNestedQuantifiers } from './nestedQuantifiers.mjs';

const NESTED =
  'Nested quantifiers: the group begins with what it repeats, and some texts take exponentially long. Begin it with a separator.';
const UNESCAPED = 'Pass the text through escapePattern: each part of a pattern is a constant, or escaped.';

/** Creates a rule that checks the regular expressions of a file. `check`: returns what is wrong with one, each with its node. */
function createRule(check) {
  return {
    create(context) {
      const patterns = createPatternCollector();
      const take = (node) => patterns.take(node);
      return {
        Literal: take,
        VariableDeclarator: take,
        FunctionDeclaration: take,
        NewExpression: take,
        CallExpression: take,
        'Program:exit': () =>
          patterns
            .list()
            .flatMap(check)
            .forEach((fault) => context.report(fault)),
      };
    },
  };
}

/** The rules of this project that oxlint does not have. */
export default {
  meta: { name: 'patterns' },
  rules: {
    'no-nested-quantifiers': createRule(({ node, source }) =>
      hasNestedQuantifiers(source) ? [{ node, message: NESTED }] : [],
    ),
    escaped: createRule(({ unescaped }) => unescaped.map((node) => ({ node, message: UNESCAPED }))),
  },
};
