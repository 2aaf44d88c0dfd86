// CommonJS: Node 20 loads an ES module in a thread of libuv, which reads their number when it makes the first of them
// (https://docs.libuv.org/en/v1.x/threadpool.html). SQLite, DNS, files and sharp would wait for one another in four.
process.env['UV_THREADPOOL_SIZE'] ??= '16';
void import('./app/main.ts');
