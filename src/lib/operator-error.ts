/** Something that whoever runs Easel can mend. Its message says it all, so it is shown without a stack. */
export abstract class OperatorError extends Error {}
