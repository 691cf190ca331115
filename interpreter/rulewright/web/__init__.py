"""Rulewright in the browser: `rulewright serve`.

How it is put together:

* `listening.py` is the server at its socket (how long it waits for whom, how it ends); `settings.py` has all limits.
* `app.py` makes the Starlette app; `guard.py` stands in front of it (who may ask, how much, what a page may do).
* `workers.py` starts worker processes and talks to them; `worker.py` is what runs in them. Everything that reads or
  plays a game happens in a worker, under limits; the server itself only keeps texts.
* `tables.py` keeps the games being played (what is played, and the moves so far: a worker that is lost is replaced
  and plays them again); `table_answers.py` says what is answered about them, `table_routes.py` is their HTTP side,
  `desk.py` their side in the worker, `watching.py` those who wait for moves of others, `arranging.py` positions set
  up by hand. `workshop_answers.py` and `workshop_routes.py` are the same of the workshop. Answers know no HTTP:
  a browser without a server has them, too (`site/in_browser.py`).
* `network.py` tells under which address others find this machine.
* `gallery.py` is the library: titles, pictures, rules to read.
* `static/` holds hand-written modules and styles, served as they are.

To add pages: write a function that takes a `Server` and gives routes, and name it in `app.PARTS`. Routes find the
server's workers in what they are given; `answers.py` has what they share (reading JSON, refusing with a sentence),
`values.py` reads what it says.

To add something that is done in a worker: write a module with

    REQUESTS: dict[str, Callable[[Mapping[str, Any], Context], dict[str, Any]]] = {"check": check}

and give it a name in `worker.MODULES`. Then `await server.pool.ask("workshop:x", "workshop.check", {"text": …}, 10)`
calls it with the dict, and gives back the dict it returns; the first text is the key of the worker, which stands for a
tab or a table, and the number is how many seconds it may take. `context.desk` is a dict that lives as long as the
worker, for what is worth keeping; `context.stopped()` says whether the answer is not wanted any more. Raise
`Refusal("a sentence", {…})` for everything a person should be told: it arrives as the same exception on the server,
and as status 422 with `{"error": sentence, …}` in the browser. A worker that is too slow, too big or dead is killed
and raises `WorkerLost`, status 503, as one does that could not be started; the next request gets a new one.

To show a board on a page of one's own, see the comment at the top of `static/board.js`.
"""
