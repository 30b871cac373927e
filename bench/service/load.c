/* A cheap client for many WebSockets: players who bet, viewers who read, sockets that echo.
 *
 * usage: load FILE, where each line is "PORT PATH TOKEN SEAT"; seat 0 watches, seat -1 echoes.
 * It connects all, seats the players, prints "ready" and then obeys lines on standard input:
 * "run SECONDS RATE" plays (RATE bets a second at random moments; 0: as fast as answers come) and
 * prints one line of JSON; the end of input stops it. Frames are masked with zero, which costs
 * nothing, and only the end of an "events" frame is looked at: what the table waits for.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum want { NOTHING, HELLO, SIT, BUY, BET, CUT, WAR };
enum { SAMPLES_MAX = 4000000, STAKE_CENTS = 500, CHIPS_CENTS = 100000000 };

struct client {
    int fd, seat, ready_at;
    enum want want, sent;            /* what is asked of us; what we wait to be answered */
    uint64_t due_ns;                 /* when what was sent was due */
    char *in;
    size_t have, room;
    char waits_for_bet[48], waits_for_choice[48], waits_for_cut[48];
};

static const uint64_t MS = 1000000;   /* nanoseconds */
static struct client *clients;
static int count, seated, players, playing, poll_fd;
static int *ready, ready_count;      /* clients that could bet now, when bets are paced */
static double rate;
static const char *as_page = "false";  /* whether clients say hello as the page does: offers and people */
static uint32_t *samples;
static uint64_t sample_count, bets, others, refused, frames, bytes, next_id, random_state = 88172645463325252ull;

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000ull + (uint64_t)t.tv_nsec;
}

static double chance(void) {         /* above 0, at most 1 */
    random_state ^= random_state << 13, random_state ^= random_state >> 7, random_state ^= random_state << 17;
    return ((double)(random_state >> 11) + 1) / 9007199254740992.0;
}

static void fail(const char *what) { perror(what); exit(1); }

static void send_all(int fd, const char *data, size_t size) {
    while (size) {
        ssize_t sent = send(fd, data, size, MSG_NOSIGNAL);
        if (sent > 0) data += sent, size -= (size_t)sent;
        else if (sent < 0 && errno != EAGAIN && errno != EINTR) fail("send");
    }
}

static void send_frame(int fd, int opcode, const char *payload, size_t size) {
    char frame[600];
    size_t head = 2;
    frame[0] = (char)(0x80 | opcode);
    if (size < 126) frame[1] = (char)(0x80 | size);
    else frame[1] = (char)(0x80 | 126), frame[2] = (char)(size >> 8), frame[3] = (char)size, head = 4;
    memset(frame + head, 0, 4);
    memcpy(frame + head + 4, payload, size);
    send_all(fd, frame, head + 4 + size);
}

static void make_ready(struct client *c) {
    if (c->ready_at < 0) c->ready_at = ready_count, ready[ready_count++] = (int)(c - clients);
}

static void not_ready(struct client *c) {
    if (c->ready_at < 0) return;
    ready[c->ready_at] = ready[--ready_count];
    clients[ready[c->ready_at]].ready_at = c->ready_at;
    c->ready_at = -1;
}

static void give(struct client *c, uint64_t due_ns) {
    static const char *const commands[] = {
        [SIT] = "\"take_seat\",\"seat\":%d", [BUY] = "\"buy_chips\",\"seat\":%d,\"cash_cents\":%d",
        [BET] = "\"place_wagers\",\"seat\":%d,\"initial_cents\":%d", [CUT] = "\"refuse_cut\",\"seat\":%d",
        [WAR] = "\"go_to_war\",\"seat\":%d,\"war_tie_cents\":0"};
    char text[300], command[120];
    int size;
    if (c->want == HELLO) size = snprintf(text, sizeof text, "{\"type\":\"hello\",\"offers\":%s,\"people\":%s}", as_page, as_page);
    else if (c->seat < 0) size = snprintf(text, sizeof text, "{\"type\":\"echo\",\"id\":\"c%lu\",\"command\":{\"command\":"
                                          "\"place_wagers\",\"seat\":1,\"initial_cents\":500}}", ++next_id);
    else {
        snprintf(command, sizeof command, commands[c->want], c->seat, c->want == BUY ? CHIPS_CENTS : STAKE_CENTS);
        size = snprintf(text, sizeof text, "{\"type\":\"command\",\"id\":\"c%lu\",\"command\":{\"command\":%s}}", ++next_id, command);
    }
    not_ready(c);
    c->sent = c->want, c->want = NOTHING, c->due_ns = due_ns;
    send_frame(c->fd, 1, text, (size_t)size);
}

/* Do what is wanted, unless something is under way, or bets are paced, or the run is over. */
static void act(struct client *c) {
    if (c->sent != NOTHING || c->want == NOTHING) return;
    if (c->want != BET || (playing && rate == 0)) give(c, now_ns());
    else make_ready(c);
}

static void answered(struct client *c, const char *text, size_t size) {
    int ok = c->seat < 0 || memmem(text, size, "\"ok\":true", 9) != NULL;
    enum want was = c->sent;
    c->sent = NOTHING;
    if (!ok) {
        if (!refused++) fprintf(stderr, "refused: %.*s\n", (int)size, text);
        if (was == SIT || was == BUY) exit(1);
    } else if (was == BET) {
        if (playing) {
            bets++;
            if (sample_count < SAMPLES_MAX) samples[sample_count++] = (uint32_t)((now_ns() - c->due_ns) / 1000);
        }
    } else others += (uint64_t)playing;
    if (was == SIT) c->want = BUY;
    if (was == BUY) seated++;
    if (c->seat < 0) c->want = BET;
    act(c);
}

static void waits(struct client *c, const char *text, size_t size) {
    c->want = NOTHING;
    if (memmem(text, size, c->waits_for_bet, strlen(c->waits_for_bet))) c->want = BET;
    else if (memmem(text, size, c->waits_for_choice, strlen(c->waits_for_choice))) c->want = WAR;
    else if (memmem(text, size, c->waits_for_cut, strlen(c->waits_for_cut))) c->want = CUT;
    if (c->want != BET) not_ready(c);
    act(c);
}

static void text_frame(struct client *c, const char *text, size_t size) {
    const char *tail;
    if (c->seat < 0 || !strncmp(text, "{\"type\":\"answer\"", 16)) answered(c, text, size);
    else if (!strncmp(text, "{\"type\":\"welcome\"", 17)) {
        c->sent = NOTHING;
        if (c->seat) c->want = SIT, act(c);
        else seated++;
    } else if (!strncmp(text, "{\"type\":\"goodbye\"", 17)) {
        fprintf(stderr, "goodbye: %.*s\n", (int)size, text);
        exit(1);
    } else if (strncmp(text, "{\"type\":\"events\"", 16) && strncmp(text, "{\"type\":\"waits\"", 15)) return;
    else if (c->seat && c->sent != SIT && (tail = memmem(text, size, "\"waits\":", 8)))
        waits(c, tail, size - (size_t)(tail - text));
}

static void received(struct client *c) {
    size_t at = 0;
    while (c->have - at >= 2) {
        const unsigned char *head = (const unsigned char *)c->in + at;
        size_t start = 2, size = head[1];
        if (size == 126) {
            if (c->have - at < 4) break;
            size = (size_t)head[2] << 8 | head[3], start = 4;
        } else if (size == 127) {
            if (c->have - at < 10) break;
            size = 0, start = 10;
            for (int i = 2; i < 10; i++) size = size << 8 | head[i];
        }
        if (c->have - at < start + size) break;
        if ((head[0] & 15) == 1) {
            frames++;
            if (c->seat || seated < count) text_frame(c, c->in + at + start, size);
        } else if ((head[0] & 15) == 9) send_frame(c->fd, 10, c->in + at + start, size);
        else if ((head[0] & 15) == 8) fprintf(stderr, "closed by the server\n"), exit(1);
        at += start + size;
    }
    memmove(c->in, c->in + at, c->have -= at);
}

static void readable(struct client *c) {
    if (c->room - c->have < 4096) c->in = realloc(c->in, c->room = c->room ? 2 * c->room : 16384);
    ssize_t got = recv(c->fd, c->in + c->have, c->room - c->have, MSG_DONTWAIT);
    if (got == 0) fprintf(stderr, "the server closed a connection\n"), exit(1);
    if (got < 0) { if (errno == EAGAIN) return; fail("recv"); }
    bytes += (uint64_t)got, c->have += (size_t)got;
    received(c);
}

static void connect_client(struct client *c, int port, const char *path, const char *token) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    char text[700], *end = NULL;
    int one = 1;
    c->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(c->fd, (struct sockaddr *)&to, sizeof to)) fail("connect");
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    int size = snprintf(text, sizeof text,
        "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nAuthorization: Bearer %s\r\n\r\n", path, port, token);
    send_all(c->fd, text, (size_t)size);
    c->in = malloc(c->room = 16384);
    while (!end) {
        ssize_t got = recv(c->fd, c->in + c->have, c->room - c->have, 0);
        if (got <= 0) fail("handshake");
        c->have += (size_t)got;
        end = memmem(c->in, c->have, "\r\n\r\n", 4);
    }
    if (strncmp(c->in, "HTTP/1.1 101", 12)) fprintf(stderr, "%.*s\n", (int)c->have, c->in), exit(1);
    size_t head = (size_t)(end + 4 - c->in);
    memmove(c->in, c->in + head, c->have -= head);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
    epoll_ctl(poll_fd, EPOLL_CTL_ADD, c->fd, &event);
    c->ready_at = -1, c->want = c->seat < 0 ? BET : HELLO;
    snprintf(c->waits_for_bet, 48, "\"what\":\"bet\",\"who\":\"seat %d\"", c->seat);
    snprintf(c->waits_for_choice, 48, "\"what\":\"choice\",\"who\":\"seat %d\"", c->seat);
    snprintf(c->waits_for_cut, 48, "\"what\":\"cut\",\"who\":\"seat %d\"", c->seat);
    if (c->seat < 0) seated++;
    act(c);
}

/* Wait for sockets, at most this long; 1 if there is a line on standard input. It never spins: the
 * server needs the processors. */
static int wait_for(uint64_t nanoseconds) {
    struct timespec most = {.tv_sec = (time_t)(nanoseconds / 1000000000), .tv_nsec = (long)(nanoseconds % 1000000000)};
    struct pollfd all = {.fd = poll_fd, .events = POLLIN};
    struct epoll_event events[256];
    ppoll(&all, 1, &most, NULL);
    int line = 0, n = epoll_wait(poll_fd, events, 256, 0);
    for (int i = 0; i < n; i++) {
        if (events[i].data.ptr) readable(events[i].data.ptr);
        else line = 1;
    }
    return line;
}

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static double cpu_seconds(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

static void run(double seconds) {
    uint64_t start = now_ns(), end = start + (uint64_t)(seconds * 1e9), due = start, now, late = 0;
    double cpu = cpu_seconds();
    bets = others = refused = frames = bytes = sample_count = 0, playing = 1;
    if (rate == 0) for (int i = 0; i < count; i++) act(&clients[i]);
    while ((now = now_ns()) < end) {
        while (rate > 0 && due <= now && ready_count) {
            give(&clients[ready[(int)((1 - chance()) * ready_count)]], due);
            due += (uint64_t)(-log(chance()) / rate * 1e9);
        }
        if (rate > 0 && due <= now) late++;          /* everybody has bet already */
        wait_for(rate > 0 && due > now && due < now + MS ? due - now : MS);
    }
    playing = 0;
    double took = (double)(now_ns() - start) / 1e9;
    cpu = cpu_seconds() - cpu;
    qsort(samples, sample_count, sizeof *samples, ascending);
    double sum = 0;
    for (uint64_t i = 0; i < sample_count; i++) sum += samples[i];
    uint64_t n = sample_count ? sample_count : 1;
    printf("{\"seconds\":%.4f,\"bets\":%lu,\"others\":%lu,\"refused\":%lu,\"frames\":%lu,\"bytes\":%lu,\"cpu_seconds\":%.4f,"
           "\"mean_us\":%.1f,\"p50_us\":%u,\"p99_us\":%u,\"late\":%lu}\n", took, bets, others, refused, frames, bytes, cpu,
           sum / (double)n, samples[n / 2], samples[n * 99 / 100], late);
    fflush(stdout);
}

int main(int argc, char **argv) {
    char line[400], path[200], token[120];
    int port, seat;
    FILE *plan = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!plan) fail("plan");
    if (argc > 2) as_page = argv[2];
    prctl(PR_SET_TIMERSLACK, 1);
    samples = calloc(SAMPLES_MAX, sizeof *samples), poll_fd = epoll_create1(0);
    clients = calloc(100000, sizeof *clients), ready = calloc(100000, sizeof *ready);
    while (fgets(line, sizeof line, plan)) {
        if (sscanf(line, "%d %199s %119s %d", &port, path, token, &seat) != 4) fail("plan");
        clients[count].seat = seat, players += seat > 0;
        connect_client(&clients[count++], port, path, token);
        wait_for(0);
    }
    while (seated < count) wait_for(100 * MS);
    struct epoll_event event = {.events = EPOLLIN};
    epoll_ctl(poll_fd, EPOLL_CTL_ADD, 0, &event);
    puts("ready"), fflush(stdout);
    for (;;) {
        double seconds;
        if (!wait_for(1000 * MS)) continue;
        if (!fgets(line, sizeof line, stdin)) return 0;
        if (sscanf(line, "run %lf %lf", &seconds, &rate) == 2) run(seconds);
    }
}
