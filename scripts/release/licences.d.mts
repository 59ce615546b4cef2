export function checkLicences(project: string): readonly string[];
