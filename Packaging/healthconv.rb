# A formula for Homebrew on Linux, which installs the archive of a release. Packaging/RELEASING.md says how to fill in the
# checksums.
class Healthconv < Formula
  desc "Convert, check, compare and store health data"
  homepage "https://github.com/OWNER/healthconv"
  version "0.1.0"
  license "Apache-2.0"

  on_linux do
    on_intel do
      url "https://github.com/OWNER/healthconv/releases/download/v0.1.0/healthconv-0.1.0-linux-x86_64.tar.gz"
      sha256 "SHA256-OF-X86_64"
    end
    on_arm do
      url "https://github.com/OWNER/healthconv/releases/download/v0.1.0/healthconv-0.1.0-linux-aarch64.tar.gz"
      sha256 "SHA256-OF-AARCH64"
    end
  end

  depends_on :linux

  def install
    bin.install "bin/healthconv"
    man1.install Dir["share/man/man1/*"]
    man7.install Dir["share/man/man7/*"]
    bash_completion.install "share/bash-completion/completions/healthconv"
    zsh_completion.install "share/zsh/site-functions/_healthconv"
    fish_completion.install "share/fish/vendor_completions.d/healthconv.fish"
    pkgshare.install Dir["share/healthconv/*"]
    doc.install Dir["share/doc/healthconv/*"]
  end

  test do
    system bin/"healthconv", "generate", "--seed", "1", "--size", "100", "-o", "export.zip"
    assert_match "samples", shell_output("#{bin}/healthconv info -q export.zip")
  end
end
