/** A rule of oxlint. */
interface LintRule {
  create(context: {
    report(fault: { readonly node: object; readonly message: string }): void;
  }): Readonly<Record<string, ((node: object) => void) | undefined>>;
}

declare const plugin: { readonly rules: Readonly<Record<'no-nested-quantifiers' | 'escaped', LintRule>> };
export default plugin;
