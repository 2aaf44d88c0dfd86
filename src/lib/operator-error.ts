/** A problem that the operator can fix. Its message is complete, so it is shown without a stack. */
export abstract class OperatorError extends Error {}
