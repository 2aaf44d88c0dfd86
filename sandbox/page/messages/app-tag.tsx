/** Marks what an app wrote. */
export const AppTag = () => <span class="app-tag">APP</span>;
