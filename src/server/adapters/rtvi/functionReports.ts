/** How much clients learn about function calls: ids; ids and names; or also arguments and results. */
export const FUNCTION_REPORTS = ['ids', 'names', 'all'] as const;
export type FunctionReports = (typeof FUNCTION_REPORTS)[number];
