/** A promise that is settled from outside. */
export const deferred = <T>(): { promise: Promise<T>; resolve: (value: T) => void } => {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return {
    promise,
    resolve: (value) => {
      settle(value);
    },
  };
};
