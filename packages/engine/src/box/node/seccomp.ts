// The filter of system calls inside the box, as BPF bytes for `bwrap --seccomp`. It lists what is refused, not what is allowed: Node's own needs change
// with its versions, while doors into the kernel that a run never needs are few: other processes' memory, namespaces and mounts, sockets, keys,
// modules, io_uring. They fail with EPERM; a call of another architecture kills the process.
// Sources: seccomp(2), linux/filter.h, linux/audit.h; numbers from asm/unistd_64.h and asm-generic/unistd.h.

interface Architecture {
  readonly audit: number
  readonly clone: number
  readonly refused: readonly number[]
}

/** The same on all architectures: io_uring, pidfd, the new mount calls. */
const REFUSED_EVERYWHERE = [425, 426, 427, 428, 429, 430, 431, 432, 434, 438, 442]
const CLONE3 = 435

const ARCHITECTURES: Readonly<Record<string, Architecture>> = {
  x64: {
    audit: 0xc000003e,
    clone: 56,
    refused: [
      ...[41, 42, 43, 49, 50, 288], // socket, connect, accept, bind, listen, accept4
      ...[101, 310, 311, 312, 298, 323], // ptrace, process_vm_readv, process_vm_writev, kcmp, perf_event_open, userfaultfd
      ...[155, 161, 165, 166, 272, 308, 303, 304], // pivot_root, chroot, mount, umount2, unshare, setns, name_to_handle_at, open_by_handle_at
      ...[167, 168, 169, 170, 171, 246, 320, 175, 176, 313], // swapon, swapoff, reboot, sethostname, setdomainname, kexec_load, kexec_file_load, modules
      ...[248, 249, 250, 321, 103], // add_key, request_key, keyctl, bpf, syslog
    ],
  },
  arm64: {
    audit: 0xc00000b7,
    clone: 220,
    refused: [
      ...[198, 203, 202, 200, 201, 242],
      ...[117, 270, 271, 272, 241, 282],
      ...[41, 51, 40, 39, 97, 268, 264, 265],
      ...[224, 225, 142, 161, 162, 104, 294, 105, 106, 273],
      ...[217, 218, 219, 280, 116],
    ],
  },
}

/** Undefined for an architecture whose numbers are not here. */
export function seccompFilter(architecture: string = process.arch): Uint8Array | undefined {
  const found = ARCHITECTURES[architecture]
  if (!found) return undefined
  const { audit, clone, refused } = found
  const program = [
    load(AT.architecture),
    jumpIfEqual(audit, 1, 0),
    answer(KILL),
    load(AT.number),
    jumpIfAtLeast(X32_BIT, 0, 1),
    answer(ERROR | EPERM),
    jumpIfEqual(CLONE3, 0, 1),
    answer(ERROR | ENOSYS), // its flags lie in memory, out of the filter's sight; the C library then uses clone
    ...[...refused, ...REFUSED_EVERYWHERE].flatMap((number) => [jumpIfEqual(number, 0, 1), answer(ERROR | EPERM)]),
    jumpIfEqual(clone, 0, 3),
    load(AT.firstArgument),
    jumpIfAnySet(NEW_NAMESPACES, 0, 1),
    answer(ERROR | EPERM),
    answer(ALLOW),
  ]
  return Uint8Array.from(program.flat())
}

/** Offsets in struct seccomp_data; of the argument its low half, which is first on both (little-endian) architectures. */
const AT = { number: 0, architecture: 4, firstArgument: 16 } as const
const [ALLOW, KILL, ERROR] = [0x7fff0000, 0x80000000, 0x00050000]
const [EPERM, ENOSYS] = [1, 38]
/** Calls of the x32 ABI, which shares the number of x86-64's architecture. */
const X32_BIT = 0x40000000
/** CLONE_NEWNS, CGROUP, UTS, IPC, USER, PID, NET. */
const NEW_NAMESPACES = 0x7e020000

/** struct sock_filter: u16 code, u8 steps when true, u8 steps when false, u32 operand. */
function instruction(code: number, whenTrue: number, whenFalse: number, operand: number): number[] {
  return [code, 0, whenTrue, whenFalse, operand & 0xff, (operand >>> 8) & 0xff, (operand >>> 16) & 0xff, operand >>> 24]
}
const load = (offset: number) => instruction(0x20, 0, 0, offset) // BPF_LD | BPF_W | BPF_ABS
const jumpIfEqual = (operand: number, yes: number, no: number) => instruction(0x15, yes, no, operand) // BPF_JMP | BPF_JEQ | BPF_K
const jumpIfAtLeast = (operand: number, yes: number, no: number) => instruction(0x35, yes, no, operand) // BPF_JMP | BPF_JGE | BPF_K
const jumpIfAnySet = (operand: number, yes: number, no: number) => instruction(0x45, yes, no, operand) // BPF_JMP | BPF_JSET | BPF_K
const answer = (action: number) => instruction(0x06, 0, 0, action) // BPF_RET | BPF_K
