/**
 * Runs a Python module (its arguments begin with `-m MODULE`), and has it take TCP connections of the own account only, and of root.
 * debugpy listens on two ports without looking who connects, and has no setting against it. Linux tells the account of a
 * local connection (proc(5), /proc/net/tcp: both addresses, state 01 for an open connection, uid). A connection that is not open
 * any more belongs to nobody, so it is refused too. Where there is no such table, nothing is checked.
 *
 * It also acknowledges at once what a program sends. debugpy writes each message in two parts (`pydevd_net_command.py`, `send`), and
 * the second part waits for the acknowledgement of the first, which Linux delays by 40 ms. Measured with debugpy 1.6.3: a stackTrace
 * takes 47 ms without it, and 0.7 ms with it.
 */
export const pythonGuard = String.raw`
import os, runpy, socket, struct, sys

def written(family, address):
    raw = socket.inet_pton(family, address[0])
    words = struct.unpack('=%dI' % (len(raw) // 4), raw)
    return '%s:%04X' % (''.join('%08X' % word for word in words), address[1])

def is_ours(connection):
    family = connection.family
    table = {socket.AF_INET: '/proc/net/tcp', socket.AF_INET6: '/proc/net/tcp6'}.get(family)
    if table is None or not os.path.exists(table):
        return True
    try:
        ends = [written(family, connection.getpeername()), written(family, connection.getsockname())]
    except OSError:
        return False
    with open(table) as rows:
        fields = [row.split() for row in rows]
    return any(row[1:4] == ends + ['01'] and int(row[7]) in (0, os.getuid()) for row in fields)

accept = socket.socket.accept

def accept_ours(listener):
    while True:
        connection, address = accept(listener)
        if is_ours(connection):
            return connection, address
        connection.close()

receive = socket.socket.recv_into

def receive_and_acknowledge(connection, *arguments):
    count = receive(connection, *arguments)
    if connection.family in (socket.AF_INET, socket.AF_INET6):
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        except OSError:
            pass
    return count

socket.socket.accept = accept_ours
if hasattr(socket, 'TCP_QUICKACK'):
    socket.socket.recv_into = receive_and_acknowledge
del sys.argv[1]
runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)
`
