/** What a client gets to know of function calls: their ids, their names too, or also arguments and results. */
export const FUNCTION_REPORTS = ['ids', 'names', 'all'] as const;
export type FunctionReports = (typeof FUNCTION_REPORTS)[number];
